"""Why a cell is safe or a mine: certificates, their checker, explanations, transcripts and the judge."""

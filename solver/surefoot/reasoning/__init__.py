"""From a view to certain facts: encoding, SAT, the backbone, conflicts, and the solver that issues steps."""

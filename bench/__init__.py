"""Named benchmarks, each with its inputs, its seed and a peer beside it where one installs."""

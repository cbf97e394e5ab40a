"""The data model: Program, Block, Operator and Variable, the default programs, and operators for programs only."""

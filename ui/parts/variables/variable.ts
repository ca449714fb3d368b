export type Variable = { name: string; value: string }

/** Counted from 1, as editors do. */
export interface Position {
  line: number
  column: number
}

interface Located {
  at: Position
  /** Number of values, aliases expanded. */
  size: number
}

export interface LocatedScalar extends Located {
  kind: 'scalar'
  value: string | number | boolean | null
}

export interface LocatedList extends Located {
  kind: 'list'
  items: readonly LocatedValue[]
}

export interface LocatedEntry {
  /** Position of the key. */
  at: Position
  value: LocatedValue
}

export interface LocatedMap extends Located {
  kind: 'map'
  entries: ReadonlyMap<string, LocatedEntry>
}

/** A value of a YAML file with its position. Aliases share their value instead of copying it. */
export type LocatedValue = LocatedScalar | LocatedList | LocatedMap

/** Why a file is refused, or what is not used of it. */
export interface Problem extends Position {
  /** The field, such as `services.web.ports.0`; empty for the file as a whole. */
  path: string
  message: string
}

export const problemAt = ({ line, column }: Position, path: string, message: string): Problem => ({
  line,
  column,
  path,
  message,
})

/** Sorts by position. */
export const inOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((one, other) => one.line - other.line || one.column - other.column)

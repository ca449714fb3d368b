/** When a mover has to look at an instance again; undefined when only news can change anything. */
export type Requeue = { atMs: number } | undefined

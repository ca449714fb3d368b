import type { Logger } from 'pino'

/** What everything that logs is handed. */
export type Log = Logger

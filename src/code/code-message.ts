export type CodeMessage =
  /** A piece of the console could not be fetched. */
  | { type: 'ui/chunkLoadFailed' }
  /** The server has another build: what was not fetched of this one is gone. */
  | { type: 'api/buildReplaced' }

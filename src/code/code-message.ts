export type CodeMessage =
  /** A chunk of the console could not be loaded. */
  | { type: 'ui/chunkLoadFailed' }
  /** The server has a different build, so chunks of this build that are not loaded yet are gone. */
  | { type: 'api/buildReplaced' }

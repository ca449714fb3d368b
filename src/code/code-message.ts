export type CodeMessage =
  /** A chunk of the console could not be loaded. */
  | { type: 'ui/chunkLoadFailed' }
  /** A part of the contract could not be loaded, so its calls cannot be made. */
  | { type: 'api/contractLost' }
  /** The server has a different build, so chunks of this build that are not loaded yet are gone. */
  | { type: 'api/buildReplaced' }

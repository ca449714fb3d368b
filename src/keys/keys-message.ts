export type KeysMessage =
  /** Shortcuts without Ctrl or Cmd; users of speech input turn them off. */
  { type: 'ui/singleKeysChosen'; on: boolean } | { type: 'storage/singleKeysFound'; on: boolean }

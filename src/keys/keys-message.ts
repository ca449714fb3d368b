export type KeysMessage =
  /** Keys that work without Ctrl or Cmd; who speaks to the machine turns them off. */
  { type: 'ui/singleKeysChosen'; on: boolean } | { type: 'storage/singleKeysFound'; on: boolean }

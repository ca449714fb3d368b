export type LocationMessage =
  /** The URL changed, by a link, a redirect, or back and forward. */
  { type: 'location/changed'; path: string; query: string }

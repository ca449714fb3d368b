import type { Theme } from '../contract/wire/account.ts'

export type ThemeMessage =
  | { type: 'ui/themeChosen'; theme: Theme }
  | { type: 'storage/themeFound'; theme: Theme }
  | { type: 'tab/themeChosen'; theme: Theme }
  /** The system's preference. */
  | { type: 'storage/darkPreferred'; dark: boolean }

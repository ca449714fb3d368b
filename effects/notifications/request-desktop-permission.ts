import { defer, EMPTY } from 'rxjs'
import type { Effect } from '../deps.ts'

/** Asks for permission at start. */
export const requestDesktopPermission: Effect = (_messages, { world }) =>
  defer(() => {
    world.desktop.requestPermission()
    return EMPTY
  })

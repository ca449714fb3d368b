import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** The server says where a log can be fetched as a file, once. */
export const downloadLog =
  (apiBase: string): Effect =>
  (messages, { world }) =>
    messages.of('api/triggerInstance.succeeded').pipe(
      act(({ response: { url } }) => {
        if (url !== null) world.location.download(new URL(url, apiBase).href)
      }),
    )

import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Downloads a log from the URL in the response, which works once. */
export const downloadLog: Effect = (messages, { apiBase, world }) =>
  messages.of('api/triggerInstance.succeeded').pipe(
    act(({ response: { url } }) => {
      if (url !== null) world.location.download(new URL(url, apiBase).href)
    }),
  )

import { catchError, distinctUntilChanged, EMPTY, from, map, of, switchMap, timer } from 'rxjs'
import * as v from 'valibot'
import type { World } from '../../src/core/world.ts'
import { statusPage, UNREAD_STATUS } from '../../src/rules/system-status.ts'
import type { Effect } from '../deps.ts'

const PERIOD_MS = 300_000
const TIMEOUT_MS = 10_000

/** Reads the status page now and every five minutes while this page is visible. */
export const readSystemStatus: Effect = (messages, { world }) =>
  messages.of('api/readConfig.succeeded').pipe(
    map(({ response }) => response.statusPage),
    distinctUntilChanged(),
    switchMap((address) => (address === null ? EMPTY : whileVisible(world, address))),
    map((status) => ({ type: 'api/statusRead', status })),
  )

const whileVisible = (world: World, address: string) =>
  world.page.visible$.pipe(
    distinctUntilChanged(),
    switchMap((visible) => (visible ? timer(0, PERIOD_MS, world.scheduler) : EMPTY)),
    switchMap(() => from(readStatus(world, address)).pipe(catchError(() => of(UNREAD_STATUS)))),
  )

/** Sends no credentials: the page may belong to another company. */
const readStatus = async ({ network, location }: World, address: string) => {
  const request = new Request(new URL(address, location.read().origin), {
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const response = await network.fetch(request)
  if (!response.ok) throw new Error(`The status page responded with ${response.status}.`)
  return v.parse(statusPage, await response.json()).status
}

import { filter, map, type Observable, pairwise, switchMap, take, timer } from 'rxjs'
import type { World } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'

/** Loads the measuring code late, so that it does not delay the page. */
const LOAD_DELAY_MS = 2000

/** Emits the browser's measurements of this page when the user first hides or leaves it. */
export const measuredPage = ({ page, scheduler }: Pick<World, 'page' | 'scheduler'>): Observable<Message> =>
  timer(LOAD_DELAY_MS, scheduler).pipe(
    switchMap(() => import('./page-entries.ts')),
    switchMap(({ measuresOfPage }) =>
      page.visible$.pipe(
        pairwise(),
        take(1),
        // A page that was opened in the background is painted only when it becomes visible.
        filter(([wasVisible]) => wasVisible),
        map(() => ({ type: 'page/measured', measures: measuresOfPage() }) as const),
      ),
    ),
  )

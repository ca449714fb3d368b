import { filter, map, type Observable, pairwise, switchMap, take, timer } from 'rxjs'
import type { World } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'

/** The page stands by then, so this code keeps nothing of it waiting. */
const LOAD_DELAY_MS = 2000

/** What the browser noted of this page, said when a person first leaves it or puts it behind another. */
export const measuredPage = ({ page, scheduler }: Pick<World, 'page' | 'scheduler'>): Observable<Message> =>
  timer(LOAD_DELAY_MS, scheduler).pipe(
    switchMap(() => import('./page-entries.ts')),
    switchMap(({ measuresOfPage }) =>
      page.visible$.pipe(
        pairwise(),
        take(1),
        // One that was opened behind another is painted whenever somebody looks at it.
        filter(([wasVisible]) => wasVisible),
        map(() => ({ type: 'page/measured', measures: measuresOfPage() }) as const),
      ),
    ),
  )

import { catchError, exhaustMap, from, map, of, reduce, switchMap, takeUntil } from 'rxjs'
import { personChanges } from '../src/session/session-message.ts'
import { Failed } from './api/api.ts'
import type { Effect } from './deps.ts'

/** Entries are written as they come, and become a file once the last one is there. Few need the code that writes them. */
export const exportAudit: Effect = (messages, { api, world }) =>
  messages.of('ui/auditExportPressed').pipe(
    exhaustMap(({ input, format }) =>
      from(import('../src/audit/audit-lines.ts')).pipe(
        switchMap(({ auditFiles }) => {
          const { head, line, name, type } = auditFiles[format]
          return api.pieces('exportAudit', input).pipe(
            reduce(
              (lines, entry) => {
                lines.push(line(entry))
                return lines
              },
              [head],
            ),
            map((parts) => {
              world.location.save({ name, type, parts })
              return { type: 'api/auditExported' as const }
            }),
          )
        }),
        catchError((error: unknown) => {
          if (error instanceof Failed) return of({ type: 'api/auditExportFailed' as const, failure: error.failure })
          throw error
        }),
        takeUntil(messages.of(...personChanges)),
      ),
    ),
  )

import { exhaustMap, map, reduce, takeUntil } from 'rxjs'
import { auditFiles } from '../../src/audit/audit-lines.ts'
import { userChanges } from '../../src/session/session-message.ts'
import { catchFailed } from '../api/api.ts'
import type { Effect } from '../deps.ts'

/** Formats entries as they arrive and downloads them as one file after the last. */
export const exportAudit: Effect = (messages, { api, world }) =>
  messages.of('ui/auditExportPressed').pipe(
    exhaustMap(({ input, format }) => {
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
        catchFailed((failure) => ({ type: 'api/auditExportFailed' as const, failure })),
        takeUntil(messages.of(...userChanges)),
      )
    }),
  )

import { useState } from 'react'
import type { InputOf } from '../../../src/contract/contract.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { LighthouseArt } from '../../parts/art/lighthouse-art.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { NotificationLine } from './notification-line.tsx'
import css from './notification-pages.module.css'

type NotificationsInput = Pick<InputOf<'readNotifications'>, 'type' | 'unread'>
type PageProps = { input: NotificationsInput; page: number; pageSize: number }

/** The newest page, and more on demand. */
export const NotificationPages = ({ input }: { input: NotificationsInput }) => {
  const pageSize = useConfiguration()?.pageSizes.notifications ?? null
  const [pages, setPages] = useState(1)
  const { data, retry } = useQuery(
    'readNotifications',
    pageSize === null ? null : { ...input, skip: 0, limit: pageSize },
  )
  const isFiltered = input.type !== undefined || input.unread !== undefined
  return (
    <Stack>
      <Remote
        data={data}
        retry={retry}
        title="Notifications could not be loaded"
        loading={<SkeletonRows rows={5} columns={1} />}
        empty={
          lastLoaded(data)?.value.totalCount === 0 && (
            <EmptyState
              art={<LighthouseArt />}
              title={isFiltered ? 'No matching notifications' : 'No notifications yet'}
              text={
                isFiltered
                  ? 'Show all types, or include notifications that you have read.'
                  : 'Updates about your deployments, teams and account appear here.'
              }
            />
          )
        }
      >
        {({ totalCount }) =>
          pageSize !== null && (
            <>
              <Card padded={false}>
                <ul className={css.list} aria-label="Notifications">
                  {Array.from({ length: pages }, (_, page) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: pages are appended and never move
                    <Page key={page} input={input} page={page} pageSize={pageSize} />
                  ))}
                </ul>
              </Card>
              {pages * pageSize < totalCount && <Button onClick={() => setPages(pages + 1)}>Show more</Button>}
            </>
          )
        }
      </Remote>
    </Stack>
  )
}

const Page = ({ input, page, pageSize }: PageProps) => {
  const { data, retry } = useQuery('readNotifications', { ...input, skip: page * pageSize, limit: pageSize })
  const rows = lastLoaded(data)?.value.notifications
  if (rows) return rows.map((row) => <NotificationLine key={row._id} {...row} />)
  return (
    <li>
      {data.kind === 'failed' ? (
        <FailedState inline title="More could not be loaded" text={failureMessage(data.failure)} onRetry={retry} />
      ) : (
        <SkeletonRows rows={2} columns={1} />
      )}
    </li>
  )
}

import { failureMessage } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectNotifications } from '../../../src/notifications/notifications.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { NotificationLine } from './notification-line.tsx'
import css from './notification-list.module.css'
import { ReadAllButton } from './read-all-button.tsx'

/** The newest ones; those that come while it is open appear at once. */
export const NotificationList = ({ onClose }: { onClose: () => void }) => {
  const limit = useConfiguration()?.pageSizes.notifications
  const { data, retry } = useQuery('readNotifications', limit === undefined ? null : { skip: 0, limit })
  const { rows } = useSelected(selectNotifications)
  if (data.kind === 'failed' && rows.length === 0)
    return <FailedState title="Notifications could not be loaded" text={failureMessage(data.failure)} onRetry={retry} />
  if (lastLoaded(data) === null && rows.length === 0) return <SkeletonRows rows={3} columns={1} />
  if (rows.length === 0)
    return <EmptyState title="Nothing yet" text="When something finishes or needs you, it is told here." />
  return (
    <>
      <ul className={css.list}>
        {rows.slice(0, limit).map((row) => (
          <NotificationLine key={row._id} {...row} />
        ))}
      </ul>
      <div className={css.foot}>
        <ReadAllButton size="small" />
        <LinkButton size="small" variant="quiet" to="/user/notifications" onClick={onClose}>
          All notifications
        </LinkButton>
      </div>
    </>
  )
}

import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectNotifications } from '../../../src/notifications/notifications.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { NotificationLine } from './notification-line.tsx'
import css from './notification-list.module.css'
import { ReadAllButton } from './read-all-button.tsx'

/** The newest notifications; new ones appear at once. */
export const NotificationList = ({ onClose }: { onClose: () => void }) => {
  const limit = useConfiguration()?.pageSizes.notifications
  const { data, retry } = useQuery('readNotifications', limit === undefined ? null : { skip: 0, limit })
  const { rows } = useSelected(selectNotifications)
  return (
    <Remote
      data={data}
      retry={retry}
      title="Notifications could not be loaded"
      value={rows.length > 0 || lastLoaded(data) ? rows : null}
      loading={<SkeletonRows rows={3} columns={1} />}
      empty={
        rows.length === 0 && (
          <EmptyState
            title="No notifications yet"
            text="Updates about your deployments, teams and account appear here."
          />
        )
      }
    >
      <ul className={css.list}>
        {rows.slice(0, limit).map((row) => (
          <NotificationLine key={row._id} {...row} onOpen={onClose} />
        ))}
      </ul>
      <div className={css.foot}>
        <ReadAllButton size="small" />
        <LinkButton size="small" variant="quiet" to="/user/notifications" onClick={onClose}>
          All notifications
        </LinkButton>
      </div>
    </Remote>
  )
}

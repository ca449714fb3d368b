import { Link } from 'react-router-dom'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import css from './needs-attention.module.css'

type FailedInstanceProps = { instance: Instance; project: string; organization: string }

export const FailedInstance = ({ instance, project, organization }: FailedInstanceProps) => (
  <li className={css.line}>
    <span className={css.mark}>
      <StatusMark status="Failed-start" />
    </span>
    <span className={css.content}>
      <span className={css.name}>
        <Link className={css.link} to={`/${organization}/${instance.computeProject}/${instance._id}`}>
          {instance.name}
        </Link>
        <span className={css.project}>{project}</span>
      </span>
      <span className={css.error}>
        {instance.error?.message ?? 'It failed to start. See its deployment logs for the reason.'}
      </span>
    </span>
    <span className={css.time}>
      <RelativeTime at={instance.error?.at ?? instance.updatedAt} />
    </span>
  </li>
)

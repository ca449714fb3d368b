import { Link } from 'react-router-dom'
import { firedText, isFiring, type PanelAlert } from '../../../src/instances/metrics/panel-alerts.ts'
import { Badge } from '../../parts/state/badge.tsx'
import css from './instance-metrics.module.css'

type PanelAlertListProps = { title: string; alerts: readonly PanelAlert[]; alertsPage: string }

/** The rules whose thresholds and times a chart shows. */
export const PanelAlertList = ({ title, alerts, alertsPage }: PanelAlertListProps) =>
  alerts.length > 0 && (
    <ul className={css.marks} aria-label={`Alert rules about ${title}`}>
      {alerts.map((alert) => (
        <li key={alert.id} className={css.alert}>
          <Badge tone={isFiring(alert) ? alert.tone : 'still'}>{firedText(alert)}</Badge>
          <Link to={`${alertsPage}?rule=${alert.id}`}>{alert.name}</Link>
          <span>{alert.condition}</span>
        </li>
      ))}
    </ul>
  )

import { TicketPercent, Trash2 } from 'lucide-react'
import type { PendingCoupon } from '../../../src/contract/wire/money/credit.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Badge } from '../../parts/state/badge.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from '../billing.module.css'
import { couponText } from './coupon-text.ts'

/** Redeemed coupons that wait for their condition. */
export const PendingCoupons = ({ coupons }: { coupons: readonly PendingCoupon[] }) => (
  <Card title="Pending coupons" text="Each is applied by itself once its condition is met." padded={false}>
    <ul className={css.list} aria-label="Pending coupons">
      {coupons.map((coupon) => (
        <CouponRow key={coupon._id} coupon={coupon} />
      ))}
    </ul>
  </Card>
)

const CouponRow = ({ coupon }: { coupon: PendingCoupon }) => {
  const send = useSend()
  const blocked = useBlocked('billing.write')
  const { code, status, endsAt } = coupon
  return (
    <li className={css.row}>
      <TicketPercent className={css.icon} aria-hidden />
      <div>
        <div className={css.title}>
          <span className={css.name}>{code}</span>
          {status === 'expired' ? <Badge tone="warn">Expired</Badge> : <Badge tone="info">Pending</Badge>}
        </div>
        <Text size="sm" tone="muted">
          {couponText(coupon)}
          {endsAt !== null && (
            <>
              {status === 'expired' ? ', expired ' : ', expires '}
              <RelativeTime at={endsAt} />
            </>
          )}
        </Text>
      </div>
      {blocked === undefined && (
        <div className={css.remove}>
          <IconButton
            label={`Delete coupon ${code}`}
            icon={<Trash2 />}
            onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'deleteLongshoreCredit', code } })}
          />
        </div>
      )}
    </li>
  )
}

import { dollars } from '../../../../src/rules/prices.ts'
import {
  dollarsFrom,
  MAX_REFERRAL_CREDIT_MICROS,
  REFERRAL_MATURES_AFTER_DAYS,
  referralCreditMicros,
} from '../../../../src/rules/referral.ts'
import css from './referral-rules.module.css'
import { useWithdrawalLimit } from './withdrawals/use-withdrawal-limit.ts'

const DOLLAR = 1_000_000
const examples = [100, 200, 20].map((paid) => `$${paid} gives $${dollarsFrom(referralCreditMicros(paid * DOLLAR))}`)

export const ReferralRules = () => {
  const limit = useWithdrawalLimit()
  return (
    <ul className={css.rules}>
      <li>You refer every user who signs up with your code or link.</li>
      <li>You earn 10% of a user’s first purchase as credit, once it has settled. Later purchases earn nothing.</li>
      <li>
        Each user earns you ${dollarsFrom(MAX_REFERRAL_CREDIT_MICROS)} at most: {examples.join(', ')}.
      </li>
      <li>
        Credit is pending for {REFERRAL_MATURES_AFTER_DAYS} days. If the purchase is refunded, the credit is taken back.
      </li>
      <li>Credit can be used for compute only and cannot be transferred.</li>
      <li>The users that you refer receive no credit.</li>
      <li>After that, you can withdraw it to your own wallet. The minimum is {dollars(limit)}.</li>
    </ul>
  )
}

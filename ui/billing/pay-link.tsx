import { fundsPath } from '../../src/rules/funds/notice-text.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'

/** Leads those who may pay to where they can. */
export const PayLink = ({ username }: { username: string }) =>
  useBlocked('billing.write') === undefined && (
    <LinkButton size="small" to={fundsPath(username)}>
      Open billing
    </LinkButton>
  )

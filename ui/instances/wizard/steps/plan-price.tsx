import type { DeploymentType } from '../../../../src/instances/wizard/deployment-types.ts'
import { shownPrices } from '../../../../src/rules/pricing/shown-prices.ts'
import { Price } from '../../../parts/text/price.tsx'

/** The price of a choice as its type of deployment shows it. Renders nothing while the price is not known. */
export const PlanPrice = ({ daily, type }: { daily: number | null; type: DeploymentType }) => {
  if (daily === null) return null
  const [headline, ...others] = shownPrices(type, daily)
  const shown = type === 'accelerate' ? [headline, ...others] : [headline]
  return shown.map((price) => <Price key={price.per} {...price} />)
}

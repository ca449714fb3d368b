import type { Deployment } from '../../../src/contract/wire/compute.ts'

const reasons: Record<Deployment['reason'], string> = {
  create: 'Created',
  update: 'Updated',
  restart: 'Restarted',
  rollback: 'Rolled back',
  redeploy: 'Deployed again',
}

/** Why a deployment was made: "Rolled back to 3". */
export const reasonText = ({ reason, repeats }: Pick<Deployment, 'reason' | 'repeats'>): string =>
  reason === 'rollback' && repeats !== null ? `Rolled back to ${repeats}` : reasons[reason]

import { type ProposedCheck, proposalText } from '../../../src/instances/health/proposed-checks.ts'
import { Checkbox } from '../../parts/choices/checkbox.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Text } from '../../parts/text/text.tsx'

type CheckProposalsProps = {
  proposed: readonly ProposedCheck[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Offers a health check for each service without one. */
export const CheckProposals = ({ proposed, chosen, onChange }: CheckProposalsProps) => {
  const toggle = (service: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(service)
    else next.delete(service)
    onChange(next)
  }
  return (
    <Stack gap={2}>
      <Text size="sm" tone="muted">
        Without a health check a replica counts as ready as soon as its port answers, and is never restarted while its
        program hangs.
      </Text>
      {proposed.map((proposal) => (
        <Checkbox
          key={proposal.service}
          label={proposalText(proposal)}
          checked={chosen.has(proposal.service)}
          onChange={({ target }) => toggle(proposal.service, target.checked)}
        />
      ))}
    </Stack>
  )
}

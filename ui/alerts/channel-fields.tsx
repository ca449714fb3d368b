import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Checkbox } from '../parts/choices/checkbox.tsx'

type ChannelFieldsProps = {
  organizationId: OrganizationId
  chosen: readonly string[]
  onChange: (channelIds: string[]) => void
}

/** The channels of the organisation that a rule sends its messages to. */
export const ChannelFields = ({ organizationId, chosen, onChange }: ChannelFieldsProps) => {
  const { data } = useQuery('readAlertChannels', { id: organizationId })
  const channels = lastLoaded(data)?.value.alertChannels ?? []
  const known = channels.filter(({ _id }) => chosen.includes(_id)).map(({ _id }): string => _id)
  return channels.map(({ _id, name }) => (
    <Checkbox
      key={_id}
      label={`Send to ${name}`}
      checked={known.includes(_id)}
      onChange={(event) => onChange(event.target.checked ? [...known, _id] : known.filter((id) => id !== _id))}
    />
  ))
}

import { Link } from 'react-router-dom'
import type { Address } from '../../src/contract/wire/instance/address.ts'
import { InstanceName } from '../instances/instance-name.tsx'
import { CopyButton } from '../parts/actions/copy-button.tsx'
import { Row } from '../parts/layout/row.tsx'
import type { Column } from '../parts/tables/column.ts'
import { MonthlyPrice } from '../parts/text/monthly-price.tsx'
import { Text, TwoLines } from '../parts/text/text.tsx'
import { AddressMenu } from './address-menu.tsx'

const Attachment = ({
  address: { attachment, projectId },
  organization,
}: {
  address: Address
  organization: string
}) => {
  if (!attachment) return <Text tone="muted">Not attached</Text>
  const { instanceId, service } = attachment
  return (
    <>
      <Link to={`/${organization}/${projectId}/${instanceId}`}>
        <InstanceName id={instanceId} />
      </Link>
      , {service}
    </>
  )
}

export const addressColumns = (organization: string): Column<Address>[] => [
  {
    id: 'address',
    widthPercent: 34,
    title: 'Address',
    isRowHeader: true,
    sortBy: ({ ip }) => ip,
    cell: ({ ip, type, name }) => (
      <TwoLines>
        <Row gap={1}>
          <Text as="span" mono>
            {ip}
          </Text>
          <CopyButton text={ip} label={`Copy address ${ip}`} />
        </Row>
        <Text as="div" size="sm" tone="muted">
          {type === 'static' ? `Static, ${name}` : 'Dedicated'}
        </Text>
      </TwoLines>
    ),
  },
  {
    id: 'attachment',
    widthPercent: 36,
    title: 'Attached to',
    cell: (address) => <Attachment address={address} organization={organization} />,
  },
  {
    id: 'price',
    widthPercent: 22,
    title: 'Price',
    align: 'end',
    sortBy: ({ dailyPriceMicros }) => dailyPriceMicros,
    cell: ({ dailyPriceMicros }) => <MonthlyPrice dailyMicros={dailyPriceMicros} />,
  },
  {
    id: 'actions',
    widthPercent: 8,
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (address) => <AddressMenu address={address} />,
  },
]

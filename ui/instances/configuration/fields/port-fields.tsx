import { Plus, Trash2 } from 'lucide-react'
import type { PortDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { AddressField } from './address-field.tsx'
import css from './rows.module.css'
import type { ServiceFieldsProps } from './service-fields.ts'

const protocols = [
  { value: 'http', label: 'HTTP' },
  { value: 'tcp', label: 'TCP' },
  { value: 'udp', label: 'UDP' },
] as const

const exposures = [
  { value: 'public', label: 'Public' },
  { value: 'internal', label: 'Internal' },
] as const

const blank: PortDraft = { containerPort: '', protocol: 'http', exposure: 'public' }

export const PortFields = ({ service, region, change, errorOf }: ServiceFieldsProps) => {
  const { ports, kept } = service
  const replace = (at: number, patch: Partial<PortDraft>) =>
    change({ ports: ports.map((port, index) => (index === at ? { ...port, ...patch } : port)) })
  const listError = errorOf('ports')
  return (
    <Card title="Ports" text="A public port gets a link or an address. An internal one is for the other services.">
      <Stack gap={3} align="start">
        {ports.length === 0 && <Text tone="muted">No ports.</Text>}
        {ports.map((port, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key while it is being typed
          <div key={at} className={css.row} data-columns="port">
            <TextField
              label={`Port ${at + 1}`}
              labelHidden
              mono
              inputMode="numeric"
              placeholder="8080"
              maxLength={5}
              autoComplete="off"
              value={port.containerPort}
              error={errorOf(`ports.${at}.containerPort`)}
              onChange={(event) => replace(at, { containerPort: event.target.value })}
            />
            <Select
              label={`Protocol of port ${at + 1}`}
              labelHidden
              options={protocols}
              value={port.protocol}
              onChange={(protocol) => replace(at, { protocol })}
            />
            <Select
              label={`Exposure of port ${at + 1}`}
              labelHidden
              options={exposures}
              value={port.exposure}
              onChange={(exposure) => replace(at, { exposure })}
            />
            <IconButton
              label={`Remove port ${port.containerPort || at + 1}`}
              icon={<Trash2 />}
              onClick={() => change({ ports: ports.filter((_, index) => index !== at) })}
            />
          </div>
        ))}
        {listError && (
          <Text size="sm" tone="bad">
            {listError}
          </Text>
        )}
        <Button size="small" icon={<Plus />} onClick={() => change({ ports: [...ports, blank] })}>
          Add port
        </Button>
        <AddressField
          serviceName={service.name}
          region={region}
          value={kept.ipLease}
          staticAddress={kept.staticAddress}
          error={errorOf('ipLease')}
          staticError={errorOf('staticAddress')}
          onChange={(ipLease, staticAddress) => change({ kept: { ...kept, ipLease, staticAddress } })}
        />
      </Stack>
    </Card>
  )
}

import { useState } from 'react'
import type { ServiceSettings } from '../../../../src/contract/wire/instance/service.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { Dialog } from '../../../parts/overlay/dialog.tsx'

type IpLease = ServiceSettings['ipLease']

type AddressFieldProps = {
  serviceName: string
  region: string
  value: IpLease
  error: string | undefined
  onChange: (value: IpLease) => void
}

/** Whether a service shares its address. A dedicated one is confirmed first, because it costs extra. */
export const AddressField = ({ serviceName, region, value, error, onChange }: AddressFieldProps) => {
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery('readRegions', {})
  const known = lastLoaded(data)?.value.regions.find((item) => item.region === region)
  const isSupported = known?.ip_supported ?? false
  const note = isSupported ? 'An IP address of its own' : 'Not available in this region'
  const choose = (lease: IpLease) => {
    onChange(lease)
    setAsking(false)
  }
  return (
    <>
      <Select<IpLease>
        label="IP lease"
        options={[
          { value: 'shared-ip', label: 'Shared IP', note: 'With other instances of the region' },
          { value: 'dedicated-ip', label: 'Dedicated IP', note, disabled: !isSupported },
          ...(value === 'static' ? [{ value, label: 'Static IP', note: 'A reserved address' }] : []),
        ]}
        value={value}
        error={error}
        onChange={(next) => (next === 'dedicated-ip' && value === 'shared-ip' ? setAsking(true) : onChange(next))}
      />
      {isAsking && (
        <Dialog
          title="Use a dedicated IP?"
          text={`${serviceName || 'This service'} then gets an IP address of its own, which is added to the price.`}
          onClose={() => choose('shared-ip')}
          actions={
            <>
              <Button onClick={() => choose('shared-ip')}>Stay</Button>
              <Button variant="primary" onClick={() => choose('dedicated-ip')}>
                Proceed
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

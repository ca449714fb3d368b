import { useState } from 'react'
import type { ServiceSettings } from '../../../../src/contract/wire/instance/service.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Dialog } from '../../../parts/overlay/dialog.tsx'

type IpLease = ServiceSettings['ipLease']

type AddressFieldProps = {
  serviceName: string
  region: string
  value: IpLease
  /** The name of a static address; null for one of the service's own. Left out, it cannot be named. */
  staticAddress?: string | null
  error: string | undefined
  staticError?: string | undefined
  onChange: (value: IpLease, staticAddress: string | null) => void
}

/** Whether a service shares its address. A dedicated one is confirmed first, because it costs extra. */
export const AddressField = ({
  serviceName,
  region,
  value,
  staticAddress,
  error,
  staticError,
  onChange,
}: AddressFieldProps) => {
  const [isConfirming, setConfirming] = useState(false)
  const { data } = useQuery('readRegions', {})
  const known = lastLoaded(data)?.value.regions.find((item) => item.region === region)
  const isSupported = known?.ip_supported ?? false
  const note = isSupported ? 'An IP address of its own' : 'Not available in this region'
  const decide = (lease: IpLease) => {
    onChange(lease, null)
    setConfirming(false)
  }
  return (
    <>
      <Select<IpLease>
        label="IP lease"
        options={[
          { value: 'shared-ip', label: 'Shared IP', note: 'With other instances of the region' },
          { value: 'dedicated-ip', label: 'Dedicated IP', note, disabled: !isSupported },
          {
            value: 'static',
            label: 'Static IP',
            note: isSupported ? 'An address of the project that outlives the instance' : note,
            disabled: !isSupported,
          },
        ]}
        value={value}
        error={error}
        onChange={(next) =>
          next === 'dedicated-ip' && value === 'shared-ip' ? setConfirming(true) : onChange(next, staticAddress ?? null)
        }
      />
      {value === 'static' && staticAddress !== undefined && (
        <TextField
          label="Name of the static address"
          hint="Leased for the project if there is none of this name. Without a name it is the service's own."
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          value={staticAddress ?? ''}
          error={staticError}
          onChange={(event) => onChange('static', event.target.value.trim() || null)}
        />
      )}
      {isConfirming && (
        <Dialog
          title="Use a dedicated IP?"
          text={`${serviceName || 'This service'} then gets an IP address of its own, which is added to the price.`}
          onClose={() => decide('shared-ip')}
          actions={
            <>
              <Button onClick={() => decide('shared-ip')}>Stay</Button>
              <Button variant="primary" onClick={() => decide('dedicated-ip')}>
                Proceed
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

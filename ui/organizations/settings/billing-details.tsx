import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMemo } from 'react'
import * as v from 'valibot'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { billingDetails } from '../../../src/contract/wire/organization.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { TextArea } from '../../parts/fields/text-area.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useSavedForm } from '../../parts/fields/use-saved-form.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../parts/waiting/skeleton-card.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'
import { UnsavedChangesGuard } from '../../shell/unsaved-changes-guard.tsx'
import { OrganizationCredit } from './organization-credit.tsx'

const fields = v.object(billingDetails)
type Typed = v.InferInput<typeof fields>
type Fields = v.InferOutput<typeof fields>
type Details = ResponseOf<'readBillingDetails'>['billingDetails']

export const BillingDetails = () => {
  const organization = useOrganization()
  return (
    organization && (
      <MaySee may="billing.read" what="the billing details">
        <OfOrganization orgId={organization._id} />
      </MaySee>
    )
  )
}

const OfOrganization = ({ orgId }: { orgId: OrganizationId }) => {
  const { data, retry } = useQuery('readBillingDetails', { orgId })
  return (
    <Stack>
      <Remote
        data={data}
        retry={retry}
        title="The billing details could not be loaded"
        loading={<SkeletonCard lines={6} />}
      >
        {({ billingDetails: details }) => <BillingForm orgId={orgId} details={details} />}
      </Remote>
      <OrganizationCredit id={orgId} />
    </Stack>
  )
}

const fieldsOf = (details: Details): Fields => ({
  companyName: details?.companyName ?? '',
  taxId: details?.taxId ?? '',
  invoiceEmailRecipient: details?.invoiceEmailRecipient ?? '',
  billingAddress: details?.billingAddress ?? '',
})

const BillingForm = ({ orgId, details }: { orgId: OrganizationId; details: Details }) => {
  const create = useMutation('createBillingDetails')
  const save = useMutation('saveBillingDetails')
  const { mutate, isRunning, fieldError } = details ? save : create
  const readOnly = useBlocked('billing.write') !== undefined
  const saved = useMemo(() => fieldsOf(details), [details])
  const { form, differs } = useSavedForm<Typed, Fields>(saved, valibotResolver<Typed, unknown, Fields>(fields))
  const { register, handleSubmit } = form
  const { errors } = form.formState
  const field = (name: keyof Fields) => ({
    error: errors[name]?.message,
    serverError: fieldError(name),
    ...register(name),
  })
  return (
    <form onSubmit={handleSubmit((typed) => mutate({ organizationId: orgId, ...typed }))} noValidate>
      <Card
        title="Billing details"
        text="Shown on all future invoices."
        footer={
          <MayButton may="billing.write" type="submit" variant="primary" busy={isRunning} disabled={!differs}>
            Save
          </MayButton>
        }
      >
        <Stack gap={5} width="prose">
          <TextField
            label="Company name"
            autoComplete="organization"
            maxLength={120}
            readOnly={readOnly}
            {...field('companyName')}
          />
          <TextField label="Tax ID" mono maxLength={60} readOnly={readOnly} {...field('taxId')} />
          <TextField
            label="Invoice e-mail"
            type="email"
            hint="Invoices are also sent to this address."
            autoComplete="email"
            maxLength={254}
            readOnly={readOnly}
            {...field('invoiceEmailRecipient')}
          />
          <TextArea
            label="Billing address"
            autoComplete="street-address"
            rows={4}
            readOnly={readOnly}
            {...field('billingAddress')}
          />
        </Stack>
      </Card>
      {differs && <UnsavedChangesGuard what="Your changes to the billing details are not saved." />}
    </form>
  )
}

import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trash2 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import type * as v from 'valibot'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { type Registry, registryFields } from '../../../src/contract/wire/organization.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { CopyId } from '../../parts/actions/copy-id.tsx'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { RestoreFocus } from '../../parts/focus/restore-focus.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'

const columns: Column<Registry>[] = [
  { id: 'name', title: 'Name', isRowHeader: true, cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'address',
    title: 'Address',
    cell: ({ address }) => <CopyId id={address} label="Copy registry address" head={8} tail={6} />,
  },
  { id: 'createdOn', title: 'Added', cell: ({ createdOn }) => <RelativeTime at={createdOn} /> },
]

const removal = (onRemove: (registry: Registry) => void): Column<Registry> => ({
  id: 'action',
  title: 'Action',
  titleHidden: true,
  align: 'end',
  cell: (registry) => (
    <IconButton label={`Remove ${registry.name}`} size="small" icon={<Trash2 />} onClick={() => onRemove(registry)} />
  ),
})

type Fields = v.InferOutput<typeof registryFields>
const none = { name: '', address: '' }

/** The domain registries of an organisation, and a form that adds one. */
export const Registries = ({ id }: { id: OrganizationId }) => {
  const { data, retry } = useQuery('readOrganization', { id })
  const registries = lastLoaded(data)?.value.organization.registries ?? null
  const isReadOnly = useBlocked('organization.write') !== undefined
  const send = useSend()
  const shown = useMemo(
    () =>
      isReadOnly
        ? columns
        : [
            ...columns,
            removal(({ address, name }) =>
              send({ type: 'ui/modalOpened', modal: { kind: 'removeRegistry', address, name } }),
            ),
          ],
    [isReadOnly, send],
  )
  return (
    <>
      <Card
        title="Domain registries"
        text="Contracts on a blockchain that hold domains of this organisation, listed for reference. Credentials for container registries are entered when you deploy."
        padded={false}
      >
        <Remote data={data} retry={retry} title="The registries could not be loaded">
          <RestoreFocus>
            <DataTable
              caption="Domain registries"
              columns={shown}
              rows={registries ?? []}
              rowKey={({ address }) => address}
              rowName={({ name }) => name}
              loading={registries === null}
              empty={<EmptyState title="No registries" text="Add a registry by its address to list it here." />}
            />
          </RestoreFocus>
        </Remote>
      </Card>
      {!isReadOnly && <RegistryForm id={id} />}
    </>
  )
}

const RegistryForm = ({ id }: { id: OrganizationId }) => {
  const { mutate, isRunning, response, fieldError } = useMutation('saveRegistry')
  const { register, handleSubmit, reset, formState } = useForm<Fields, unknown, Fields>({
    resolver: valibotResolver<Fields, unknown, Fields>(registryFields),
    defaultValues: none,
  })
  useEffect(() => {
    if (response) reset(none)
  }, [response, reset])
  return (
    <form onSubmit={handleSubmit((typed) => mutate({ id, ...typed }))} noValidate>
      <Card
        title="Add a registry"
        footer={
          <Button type="submit" variant="primary" busy={isRunning}>
            Add registry
          </Button>
        }
      >
        <Stack gap={5} width="prose">
          <TextField
            label="Registry name"
            required
            maxLength={60}
            autoComplete="off"
            error={formState.errors.name?.message}
            serverError={fieldError('name')}
            {...register('name')}
          />
          <TextField
            label="Registry address"
            hint="Of the contract: 0x and 40 hexadecimal digits. If it is listed already, its name changes."
            required
            mono
            maxLength={120}
            autoComplete="off"
            spellCheck={false}
            error={formState.errors.address?.message}
            serverError={fieldError('address')}
            {...register('address')}
          />
        </Stack>
      </Card>
    </form>
  )
}

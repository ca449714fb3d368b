import { Boxes, Plus, Server } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Toast } from '../../../src/toasts/toasts.ts'
import { ModalStack } from '../../../ui/modals/modal-stack.tsx'
import { Button } from '../../../ui/parts/actions/button.tsx'
import { Menu } from '../../../ui/parts/actions/menu.tsx'
import { TextField } from '../../../ui/parts/fields/text-field.tsx'
import { PageBody } from '../../../ui/parts/layout/page-body.tsx'
import { Row } from '../../../ui/parts/layout/row.tsx'
import { ConfirmByName } from '../../../ui/parts/overlay/confirm-by-name.tsx'
import { Dialog } from '../../../ui/parts/overlay/dialog.tsx'
import { Toasts } from '../../../ui/parts/overlay/toasts.tsx'
import { Tooltip } from '../../../ui/parts/overlay/tooltip.tsx'
import { CommandPalette } from '../../../ui/parts/palette/command-palette.tsx'
import { SampleShell } from './sample-shell.tsx'

type Modal = { key: 'editName' | 'deleteResource' }

export const OverlaysView = () => {
  const [modals, setModals] = useState<Modal[]>([])
  const [palette, setPalette] = useState(false)
  const [toasts, setToasts] = useState<Toast[]>([])
  const [lastAction, setLastAction] = useState('nothing')
  const open = (key: Modal['key']) => setModals((stack) => [...stack, { key }])
  const close = (key: Modal['key']) => setModals((stack) => stack.filter((modal) => modal.key !== key))
  const showToast = (kind: Toast['kind'], title: string, message: string) =>
    setToasts((list) => [{ id: `${kind}${list.length}${title}`, kind, title, message }, ...list])

  const drawn: Record<Modal['key'], () => ReactElement> = {
    editName: () => (
      <Dialog
        title="Change name of the instance"
        text="Its address stays as it is."
        onClose={() => close('editName')}
        actions={
          <>
            <Button variant="danger" onClick={() => open('deleteResource')}>
              Delete instead
            </Button>
            <Button variant="primary">Proceed</Button>
          </>
        }
      >
        <TextField label="Enter Name" defaultValue="api" />
      </Dialog>
    ),
    deleteResource: () => (
      <ConfirmByName
        title="Delete instance"
        name="api"
        confirmLabel="Delete"
        onConfirm={() => {
          setLastAction('deleted api')
          setModals([])
        }}
        onClose={() => close('deleteResource')}
      >
        The instance, its logs and its 10 GiB volume are removed for good.
      </ConfirmByName>
    ),
  }

  return (
    <SampleShell>
      <PageBody>
        <h1>Overlays</h1>
        <Row wrap>
          <Button onClick={() => open('editName')}>Edit name</Button>
          <Button onClick={() => setPalette(true)}>Open palette</Button>
          <Button onClick={() => showToast('success', 'Successful', 'Name updated!')}>Say success</Button>
          <Button onClick={() => showToast('error', 'Error Found', 'The image could not be pulled. Check its name.')}>
            Say error
          </Button>
          <Button onClick={() => showToast('warning', 'Warning', 'Low Funds! Please deposit on your wallet.')}>
            Say warning
          </Button>
          <Tooltip text="A second way to say it">
            <Button>Point at me</Button>
          </Tooltip>
          <Menu
            trigger={<Button>Open menu</Button>}
            entries={[
              { kind: 'action', label: 'Restart', onChoose: () => setLastAction('restart') },
              { kind: 'action', label: 'Close', onChoose: () => setLastAction('close') },
              { kind: 'action', label: 'Not now', disabled: true, onChoose: () => setLastAction('not now') },
              { kind: 'divider' },
              { kind: 'action', label: 'Delete', danger: true, onChoose: () => setLastAction('delete') },
            ]}
          />
        </Row>
        <p>
          Said: <output>{lastAction}</output>
        </p>
      </PageBody>
      <ModalStack modals={modals} render={(modal) => drawn[modal.key]()} />
      <CommandPalette
        open={palette}
        onClose={() => setPalette(false)}
        onChoose={(item) => {
          setLastAction(item.id)
          setPalette(false)
        }}
        groups={[
          {
            title: 'Instances',
            items: [
              { id: 'api', label: 'api', kind: 'Instance', icon: <Server /> },
              { id: 'worker', label: 'worker', kind: 'Instance', icon: <Server /> },
            ],
          },
          {
            title: 'Projects',
            items: [{ id: 'storefront', label: 'Storefront', kind: 'Project', icon: <Boxes /> }],
          },
          {
            title: 'Actions',
            items: [
              { id: 'new-project', label: 'New project', kind: 'Action', icon: <Plus />, keywords: 'create add' },
              { id: 'theme', label: 'Light theme', kind: 'Action', keywords: 'dark appearance' },
            ],
          },
        ]}
      />
      <Toasts toasts={toasts} onClosed={(id) => setToasts((list) => list.filter((toast) => toast.id !== id))} />
    </SampleShell>
  )
}

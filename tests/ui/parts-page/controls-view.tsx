import { Plus, Rocket, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/parts/actions/button.tsx'
import { CopyButton } from '../../../ui/parts/actions/copy-button.tsx'
import { CopyId } from '../../../ui/parts/actions/copy-id.tsx'
import { IconButton } from '../../../ui/parts/actions/icon-button.tsx'
import { LinkButton } from '../../../ui/parts/actions/link-button.tsx'
import { Checkbox } from '../../../ui/parts/choices/checkbox.tsx'
import { Combobox } from '../../../ui/parts/choices/combobox.tsx'
import { Select } from '../../../ui/parts/choices/select.tsx'
import { Slider } from '../../../ui/parts/choices/slider.tsx'
import { Switch } from '../../../ui/parts/choices/switch.tsx'
import { DateField } from '../../../ui/parts/fields/date-field.tsx'
import { NumberField } from '../../../ui/parts/fields/number-field.tsx'
import { SearchField } from '../../../ui/parts/fields/search-field.tsx'
import { TextArea } from '../../../ui/parts/fields/text-area.tsx'
import { TextField } from '../../../ui/parts/fields/text-field.tsx'
import { Card } from '../../../ui/parts/layout/card.tsx'
import { Grid } from '../../../ui/parts/layout/grid.tsx'
import { PageBody } from '../../../ui/parts/layout/page-body.tsx'
import { Row } from '../../../ui/parts/layout/row.tsx'
import { Stack } from '../../../ui/parts/layout/stack.tsx'
import { PageHeader } from '../../../ui/parts/navigation/page-header.tsx'
import { Price } from '../../../ui/parts/text/price.tsx'
import { KeyValueEditor } from '../../../ui/parts/variables/key-value-editor.tsx'
import { SampleShell } from './sample-shell.tsx'

const regions = [
  { value: 'eu-north', label: 'Stockholm', note: 'eu-north' },
  { value: 'eu-west', label: 'Dublin', note: 'eu-west' },
  { value: 'us-east', label: 'Virginia', note: 'us-east', disabled: true },
  { value: 'local', label: 'This machine', note: 'local' },
] as const

type Region = (typeof regions)[number]['value']

export const ControlsView = () => {
  const [region, setRegion] = useState<Region | null>(null)
  const [found, setFound] = useState<Region | null>('eu-west')
  const [count, setCount] = useState<number | null>(2)
  const [memory, setMemory] = useState(4)
  const [search, setSearch] = useState('')
  const [day, setDay] = useState('2026-11-23')
  const [on, setOn] = useState(true)
  const [variables, setVariables] = useState([
    { name: 'NODE_ENV', value: 'production' },
    { name: 'DATABASE_URL', value: 'postgres://db.internal/app' },
  ])
  return (
    <SampleShell>
      <PageBody>
        <PageHeader title="Controls" text="Every control in its states." />
        <Card title="Buttons">
          <Stack>
            <Row wrap>
              <Button variant="primary" icon={<Rocket />}>
                Deploy
              </Button>
              <Button icon={<Plus />}>New project</Button>
              <Button variant="quiet">Cancel</Button>
              <Button variant="danger" icon={<Trash2 />}>
                Delete
              </Button>
              <LinkButton to="/elsewhere">A link</LinkButton>
              <IconButton label="Delete instance" icon={<Trash2 />} />
              <CopyButton text="copied text" label="Copy link" withLabel />
              <CopyId id="6f1c0c5e2b9a4d7e8f10" />
            </Row>
            <Row wrap>
              <Button variant="primary" busy>
                Deploying
              </Button>
              <Button busy>Saving</Button>
              <Button variant="primary" disabled>
                Deploy
              </Button>
              <Button disabled>Save</Button>
              <Button variant="danger" disabled>
                Delete
              </Button>
              <Button size="small">Small</Button>
              <Button size="large">Large</Button>
            </Row>
          </Stack>
        </Card>
        <Grid columns={2}>
          <Card title="Fields">
            <Stack>
              <TextField label="Name" required placeholder="web" hint="Lower-case letters, digits and hyphens." />
              <TextField label="Image" mono before="docker.io/" defaultValue="library/caddy:2" />
              <TextField label="E-mail" defaultValue="not an address" error="This is not an e-mail address." />
              <TextField
                label="Wallet address"
                readOnly
                defaultValue="0x71C7656EC7ab88b098defB751B7401B5f6d8976F"
                mono
              />
              <TextField label="Locked" disabled defaultValue="cannot be changed" />
              <NumberField label="Instances" value={count} onChange={setCount} min={1} max={20} unit="copies" />
              <TextArea label="Description" placeholder="What is it for?" />
              <SearchField label="Search instances" value={search} onChange={setSearch} />
              <DateField label="From" value={day} onChange={setDay} />
            </Stack>
          </Card>
          <Card title="Choices">
            <Stack gap={5}>
              <Select label="Region" options={regions} value={region} onChange={setRegion} required />
              <Combobox label="Find a region" options={regions} value={found} onChange={setFound} />
              <Checkbox label="Keep the volume" hint="Its files stay when the instance is deleted." defaultChecked />
              <Checkbox label="Some of them" mixed />
              <Checkbox label="Not now" />
              <Switch
                label="Restart by itself"
                hint="After a crash, at most once a minute."
                checked={on}
                onChange={(event) => setOn(event.target.checked)}
              />
              <Switch label="Off and locked" checked={false} disabled />
              <Slider
                label="Memory"
                value={memory}
                onChange={setMemory}
                min={1}
                max={32}
                valueText={(value) => `${value} GiB`}
              />
              <Row justify="between">
                <span>Price</span>
                <Price micros={7_654_321 * memory} per="month" />
              </Row>
            </Stack>
          </Card>
        </Grid>
        <Card title="Environment variables">
          <KeyValueEditor label="Variables" variables={variables} onChange={setVariables} />
        </Card>
      </PageBody>
    </SampleShell>
  )
}

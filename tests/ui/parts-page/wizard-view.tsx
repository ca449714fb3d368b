import { useState } from 'react'
import { Button } from '../../../ui/parts/actions/button.tsx'
import { RadioCards } from '../../../ui/parts/choices/radio-cards.tsx'
import { Slider } from '../../../ui/parts/choices/slider.tsx'
import { DescriptionList } from '../../../ui/parts/facts/description-list.tsx'
import { Card } from '../../../ui/parts/layout/card.tsx'
import { Grid } from '../../../ui/parts/layout/grid.tsx'
import { PageBody } from '../../../ui/parts/layout/page-body.tsx'
import { ActionBar, Row } from '../../../ui/parts/layout/row.tsx'
import { Stack } from '../../../ui/parts/layout/stack.tsx'
import { PageHeader } from '../../../ui/parts/navigation/page-header.tsx'
import { Stepper } from '../../../ui/parts/progress/stepper.tsx'
import { Badge } from '../../../ui/parts/state/badge.tsx'
import { Price } from '../../../ui/parts/text/price.tsx'
import { Text } from '../../../ui/parts/text/text.tsx'
import { SampleShell } from './sample-shell.tsx'

const plans = [
  { value: 'small', title: 'Small', text: '0.5 vCPU, 512 MiB, 5 GiB', aside: <Price micros={3_100_000} /> },
  { value: 'medium', title: 'Medium', text: '1 vCPU, 2 GiB, 10 GiB', aside: <Price micros={9_200_000} /> },
  { value: 'large', title: 'Large', text: '4 vCPU, 8 GiB, 40 GiB', aside: <Price micros={36_800_000} /> },
  { value: 'gpu', title: 'Graphics', text: 'Not available in this region', disabled: true },
]

const regions = [
  { value: 'local', title: 'This machine', text: 'Sandbox', aside: <Badge tone="good">Available</Badge> },
  { value: 'eu-north', title: 'Stockholm', text: 'eu-north', aside: <Badge tone="good">Available</Badge> },
  { value: 'us-east', title: 'Virginia', text: 'us-east', aside: <Badge>Not open</Badge>, disabled: true },
]

export const WizardView = () => {
  const [plan, setPlan] = useState<string | null>('medium')
  const [region, setRegion] = useState<string | null>('local')
  const [memory, setMemory] = useState(2)
  return (
    <SampleShell>
      <PageBody>
        <PageHeader
          title="New instance"
          crumbs={[{ label: 'North Pier', to: '/' }, { label: 'Storefront', to: '/' }, { label: 'New instance' }]}
        />
        <Stepper
          label="Steps"
          current="size"
          reachable={['where', 'what']}
          onStepSelect={() => undefined}
          steps={[
            { id: 'where', title: 'Where', note: 'This machine' },
            { id: 'what', title: 'What', note: 'caddy:2' },
            { id: 'size', title: 'How much' },
            { id: 'how', title: 'How' },
            { id: 'review', title: 'Review' },
          ]}
        />
        <Grid columns="aside" gap={6}>
          <Stack gap={6}>
            <RadioCards legend="Region" cards={regions} value={region} onChange={setRegion} />
            <RadioCards legend="Plan" cards={plans} value={plan} onChange={setPlan} />
            <Card title="Custom resources" text="The price follows what you choose.">
              <Slider
                label="Memory"
                value={memory}
                onChange={setMemory}
                min={1}
                max={16}
                valueText={(value) => `${value} GiB`}
              />
            </Card>
            <ActionBar>
              <Button variant="quiet">Back</Button>
              <Row gap={4}>
                <Price micros={9_200_000} per="month" />
                <Button variant="primary">Continue</Button>
              </Row>
            </ActionBar>
          </Stack>
          <Card
            title="Summary"
            footer={
              <>
                <span>Total</span>
                <Text as="strong" size="lg">
                  <Price micros={9_200_000} per="month" />
                </Text>
              </>
            }
          >
            <DescriptionList
              layout="columns"
              facts={[
                { term: 'Region', value: 'This machine' },
                { term: 'Image', value: <code>docker.io/library/caddy:2</code> },
                { term: 'Plan', value: 'Medium' },
                { term: 'Copies', value: '1' },
              ]}
            />
          </Card>
        </Grid>
      </PageBody>
    </SampleShell>
  )
}

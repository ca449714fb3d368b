import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/parts/actions/button.tsx'
import { IconButton } from '../../../ui/parts/actions/icon-button.tsx'
import { Menu } from '../../../ui/parts/actions/menu.tsx'
import { FigureTile } from '../../../ui/parts/facts/figure-tile.tsx'
import { SearchField } from '../../../ui/parts/fields/search-field.tsx'
import { Card } from '../../../ui/parts/layout/card.tsx'
import { Grid } from '../../../ui/parts/layout/grid.tsx'
import { PageBody } from '../../../ui/parts/layout/page-body.tsx'
import { LinkTabs } from '../../../ui/parts/navigation/link-tabs.tsx'
import { PageHeader } from '../../../ui/parts/navigation/page-header.tsx'
import type { Status } from '../../../ui/parts/state/status-appearances.ts'
import { StatusMark } from '../../../ui/parts/state/status-mark.tsx'
import type { Column } from '../../../ui/parts/tables/column.ts'
import { DataTable } from '../../../ui/parts/tables/data-table.tsx'
import { Price } from '../../../ui/parts/text/price.tsx'
import { RelativeTime } from '../../../ui/parts/text/relative-time.tsx'
import { SampleShell } from './sample-shell.tsx'

type Sample = { id: string; name: string; state: Status; region: string; image: string; micros: number; atMs: number }

const nowMs = Date.UTC(2026, 10, 21, 14, 3)

const samples: Sample[] = [
  ['api', 'Active', 'Stockholm', 'ghcr.io/northpier/api:1.42', 18_400_000, 3],
  ['web', 'Active', 'Stockholm', 'ghcr.io/northpier/web:1.42', 9_200_000, 3],
  ['worker', 'Starting', 'Dublin', 'ghcr.io/northpier/worker:1.43', 36_800_000, 0.2],
  ['cache', 'Failed-start', 'Dublin', 'docker.io/valkey/valkey:9', 4_600_000, 42],
  ['postgres-replica', 'closing', 'Dublin', 'docker.io/library/postgres:18', 52_000_000, 2880],
  ['preview-212', 'Closed', 'Stockholm', 'ghcr.io/northpier/web:pr-212', 0, 10_080],
].map(([name, state, region, image, micros, minutes]) => ({
  id: String(name),
  name: String(name),
  state: state as Status,
  region: String(region),
  image: String(image),
  micros: Number(micros),
  atMs: nowMs - Number(minutes) * 60_000,
}))

const columns: Column<Sample>[] = [
  { id: 'name', title: 'Name', isRowHeader: true, cell: (row) => row.name, sortBy: (row) => row.name },
  {
    id: 'state',
    title: 'State',
    cell: (row) => <StatusMark status={row.state} />,
    sortBy: (row) => row.state,
  },
  { id: 'image', title: 'Image', cell: (row) => <code>{row.image}</code>, wideOnly: true },
  { id: 'region', title: 'Region', cell: (row) => row.region, sortBy: (row) => row.region },
  {
    id: 'changed',
    title: 'Changed',
    cell: (row) => <RelativeTime at={row.atMs} nowMs={nowMs} />,
    sortBy: (row) => row.atMs,
  },
  {
    id: 'price',
    title: 'Price',
    align: 'end',
    cell: (row) => <Price micros={row.micros} per="month" />,
    sortBy: (row) => row.micros,
  },
  {
    id: 'actions',
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (row) => (
      <Menu
        trigger={<IconButton label={`Actions for ${row.name}`} size="small" icon={<Ellipsis />} />}
        entries={[
          { kind: 'action', label: 'Restart', onChoose: () => undefined },
          { kind: 'divider' },
          { kind: 'action', label: 'Delete', danger: true, onChoose: () => undefined },
        ]}
      />
    ),
  },
]

export const DashboardView = () => {
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['web']))
  return (
    <SampleShell>
      <PageBody>
        <PageHeader
          title="Storefront"
          crumbs={[{ label: 'North Pier', to: '/' }, { label: 'Projects', to: '/' }, { label: 'Storefront' }]}
          text={`Everything behind shop.northpier.example, ${'a-word-that-never-ends-'.repeat(9)}`}
          actions={
            <>
              <Button>Settings</Button>
              <Button variant="primary" icon={<Plus />}>
                New instance
              </Button>
            </>
          }
        />
        <Grid columns="figures">
          <FigureTile label="Active" value="14" note="2 starting" to="/" />
          <FigureTile label="Needs attention" value="1" note="cache failed to start" tone="bad" to="/" />
          <FigureTile label="Spend this month" value={<Price micros={182_450_000} />} note="12 % less than October" />
          <FigureTile label="Balance lasts" value="23 days" note={<Price micros={141_000_000} />} />
        </Grid>
        <LinkTabs
          label="State"
          current="?state="
          tabs={[
            { to: '?state=', label: 'All Instances', count: 6 },
            { to: '?state=Active', label: 'Active', count: 2 },
            { to: '?state=Starting', label: 'Starting', count: 1 },
            { to: '?state=Closed', label: 'Closed', count: 1 },
          ]}
        />
        <SearchField label="Search instances" value={search} onChange={setSearch} />
        <Card padded={false}>
          <DataTable
            caption="Instances of Storefront"
            columns={columns}
            rows={samples.filter((row) => row.name.includes(search))}
            rowKey={(row) => row.id}
            rowLink={(row) => `/instance/${row.id}`}
            selected={selected}
            onSelect={setSelected}
          />
        </Card>
      </PageBody>
    </SampleShell>
  )
}

import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import { over, press, waiting } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import { sampleBackups, sampleRestores, sampleSnapshots, sampleVolumes } from '../sample-volumes.ts'
import type { Scene } from '../scene.ts'

type Opened = (page: Page) => Promise<void>

const respondTo = (page: Page, path: RegExp, json: object) =>
  page.route(path, (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback()))

/** Only container engines have volumes, so the pictures show responses of one. */
const withVolumes =
  ({ shop, storefront }: Harbour, isFilled = true): Opened =>
  async (page) => {
    const volumes = isFilled ? sampleVolumes(shop, storefront._id) : []
    const snapshots = isFilled ? sampleSnapshots(shop._id) : []
    const restores = isFilled ? sampleRestores() : []
    await respondTo(page, /\/api\/compute-project\/[\w-]+\/volumes$/, {
      volumes,
    } satisfies ResponseOf<'readProjectVolumes'>)
    await respondTo(page, /\/api\/compute-instance\/[\w-]+\/volumes$/, {
      volumes: volumes.slice(0, 2),
      lastGapMs: 4200,
    } satisfies ResponseOf<'readInstanceVolumes'>)
    await respondTo(page, /\/api\/.*\/snapshots(\?|$)/, {
      snapshots,
      totalCount: snapshots.length,
      restores,
      dailyPricePerGibMicros: 1600,
    } satisfies ResponseOf<'readSnapshots'>)
    await respondTo(page, /\/api\/.*\/backups$/, {
      backups: isFilled ? sampleBackups(shop._id) : [],
    } satisfies ResponseOf<'readBackups'>)
    await page.reload()
    await page
      .getByText(isFilled ? 'shop-data' : 'No volumes')
      .first()
      .waitFor()
  }

const inMenu =
  (button: string, item: string): Opened =>
  async (page) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

/** Uploads a file whose upload never ends. */
const sendArchive: Opened = async (page) => {
  await page.route(/\/upload$/, (route) => route.fulfill({ json: { url: '/api/volume-files/made-up' } }))
  await page.route('**/api/volume-files/made-up', () => {})
  await page.getByLabel('Name', { exact: true }).fill('From the old server')
  const file = { name: 'shop.tar', mimeType: 'application/x-tar', buffer: Buffer.alloc(2_400_000) }
  await page.getByLabel('Archive', { exact: true }).setInputFiles(file)
  await press('Upload')(page)
}

const chooseInstance: Opened = async (page) => {
  await page.getByRole('combobox', { name: 'Instance' }).click()
  await page.getByRole('option', { name: /^tally-worker/ }).click()
  await page.getByText('What happens').waitFor()
}

/** Volumes, snapshots and backup plans of an instance and of a project. */
export const volumeScenes = (harbour: Harbour): Scene[] => {
  const { username, shop, storefront } = harbour
  const ofInstance = `/${username}/${shop._id}/${storefront._id}/volumes`
  const ofProject = `/${username}/project/${shop._id}?show=volumes`
  const dialog = (name: string, ...acts: Opened[]) =>
    over(name, ofProject, async (page) => {
      await withVolumes(harbour)(page)
      for (const act of acts) await act(page)
      await page.getByRole('dialog').waitFor()
    })
  const choose = (name: string) => (page: Page) => page.getByRole('radio', { name }).click()
  return [
    { name: 'instance-volumes', path: ofInstance, act: withVolumes(harbour) },
    { name: 'instance-volumes-empty', path: ofInstance },
    { name: 'instance-volumes-loading', path: ofInstance, act: waiting('**/api/**/volumes') },
    { name: 'project-volumes', path: ofProject, act: withVolumes(harbour) },
    { name: 'project-volumes-empty', path: ofProject, act: withVolumes(harbour, false) },
    { name: 'project-volumes-loading', path: ofProject, act: waiting('**/api/**/{volumes,snapshots*,backups}') },
    dialog('resize-volume', inMenu('Actions of volume shop-data', 'Enlarge')),
    dialog('delete-volume', inMenu('Actions of volume cache', 'Delete volume')),
    dialog('take-snapshot', inMenu('Actions of volume shop-data', 'Take snapshot')),
    dialog('download-volume', inMenu('Actions of volume shop-data', 'Download files')),
    dialog('upload-archive', inMenu('Actions of volume shop-data', 'Upload archive')),
    dialog('upload-archive-sending', inMenu('Actions of volume shop-data', 'Upload archive'), sendArchive),
    dialog('attach-volume', inMenu('Actions of volume shop-data', 'Attach elsewhere'), chooseInstance),
    dialog('restore-snapshot', inMenu('Actions of snapshot Before the upgrade', 'Restore')),
    dialog(
      'restore-snapshot-in-place',
      inMenu('Actions of snapshot Before the upgrade', 'Restore'),
      choose('In place of the data of a volume'),
    ),
    dialog('download-snapshot', inMenu('Actions of snapshot Before the upgrade', 'Download')),
    dialog('delete-snapshot', inMenu('Actions of snapshot Before the upgrade', 'Delete snapshot')),
    dialog('create-backup-plan', press('New backup plan')),
    dialog('create-backup-plan-bucket', press('New backup plan'), choose('An S3 bucket')),
    dialog('delete-backup-plan', inMenu('Actions of backup plan Nightly files', 'Delete plan')),
  ]
}

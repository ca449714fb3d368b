import { describe } from 'vitest'
import { deployTemplate } from '../template-images/deploy-template.ts'
import { withTemplatePlatform } from '../template-images/template-platform.ts'
import { testedTemplates } from '../template-images/tested-templates.ts'
import { testedVersions } from '../template-images/tested-versions.ts'

const TEST_MS = 600_000
const { test, it: platform } = withTemplatePlatform()

describe('a template deploys with its defaults, is used, and keeps its data over a restart [P3.7] [P7.14]', () => {
  test.concurrent.each(testedTemplates.map((tested) => [tested.id, tested] as const))(
    '%s',
    async (id, { withProbe, use, afterRestart }) => {
      const instance = await deployTemplate(platform, { id, version: testedVersions[id], withProbe })
      await use(instance)
      if (afterRestart) {
        await instance.restart()
        await afterRestart(instance)
      }
      await instance.remove()
    },
    TEST_MS,
  )
})

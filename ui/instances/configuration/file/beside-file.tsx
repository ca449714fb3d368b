import type { ReactNode } from 'react'
import type { Problem } from '../../../../src/rules/yaml/located-value.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { LinkTabs } from '../../../parts/navigation/link-tabs.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import type { ConfigurationFile } from '../use-configuration-file.ts'
import css from './file-panel.module.css'
import { FilePanel } from './file-panel.tsx'

type BesideFileProps = {
  file: ConfigurationFile
  isShown: boolean
  /** The addresses that show the form alone, and the file. */
  to: { form: string; file: string }
  isReadOnly?: boolean
  rejected?: readonly Problem[]
  /** The form. It cannot be used while the file has errors, which it would overwrite. */
  children: ReactNode
}

/** The form of a configuration, or the same as a file: beside each other where there is room for both. */
export const BesideFile = ({ file, isShown, to, isReadOnly = false, rejected, children }: BesideFileProps) => {
  const { isLocking } = file
  return (
    <div className={css.area}>
      <Stack gap={5}>
        <LinkTabs
          label={isReadOnly ? 'Show as' : 'Edit as'}
          look="segments"
          current={isShown ? to.file : to.form}
          tabs={[
            { to: to.form, label: 'Form' },
            { to: to.file, label: 'File' },
          ]}
        />
        {isLocking && (
          <Banner
            tone="warn"
            title="The form waits for the file"
            actions={
              <Button size="small" onClick={file.restore}>
                Restore the last version
              </Button>
            }
          >
            It has the last version without errors. Correct the file to go on with the form.
          </Banner>
        )}
        <div className={isShown ? css.sides : undefined}>
          <div className={css.form} inert={isLocking}>
            <fieldset className={css.fields} disabled={isReadOnly}>
              <Stack gap={5}>{children}</Stack>
            </fieldset>
          </div>
          {isShown && (
            <div className={css.file}>
              <FilePanel file={file} isReadOnly={isReadOnly} {...(rejected && { rejected })} />
            </div>
          )}
        </div>
      </Stack>
    </div>
  )
}

import { type Bracket, brackets } from '../../../src/rules/brackets/bracket-of.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Text } from '../../parts/text/text.tsx'
import type { DialogOf } from '../dialog-of.ts'
import css from './brackets-dialog.module.css'

export const BracketsDialog = ({ onClose }: DialogOf<'bracketSystemInfo'>) => (
  <Dialog
    title="Bracket system"
    text="The balance of a wallet determines how many resources it covers."
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        Okay
      </Button>
    }
  >
    <Stack gap={4}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Balance</th>
            <th scope="col">CPU</th>
            <th scope="col">RAM (GB)</th>
            <th scope="col">Storage (GB)</th>
          </tr>
        </thead>
        <tbody>
          {brackets.map((bracket) => (
            <tr key={bracket.cpu}>
              <th scope="row">{rangeOf(bracket)}</th>
              <td>{bracket.cpu}</td>
              <td>{bracket.ramGb}</td>
              <td>{bracket.storageGb}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text tone="muted">For example, $30 covers 24 CPU, 96 GB of RAM and 1536 GB of storage.</Text>
    </Stack>
  </Dialog>
)

const rangeOf = ({ above, upTo }: Bracket): string => (above === upTo ? `$${upTo}` : `$${above} to $${upTo}`)

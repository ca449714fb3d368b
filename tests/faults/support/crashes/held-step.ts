import type pg from 'pg'
import { until } from '../../../server/until.ts'

/** The changes of a payment's row that can be held: it is stored, it names its charge, its state changes. */
export type PaymentStep = 'stored' | 'named' | 'settled'

const LOCK = 4310

/** Makes the database hold a step of a payment while `hold` names it. */
export const prepareSteps = async (rows: pg.Pool): Promise<void> => {
  await rows.query(`
    create table held_step (step text);
    create function hold_step() returns trigger language plpgsql as $$
    declare reached text := 'stored';
    begin
      if tg_op = 'UPDATE' then
        reached := case when new.charge_id is distinct from old.charge_id then 'named'
          when new.state <> old.state then 'settled' end;
      end if;
      if exists (select from held_step where step = reached) then
        perform pg_advisory_xact_lock(${LOCK});
      end if;
      return new;
    end $$;
    create trigger hold_step before insert or update on payment for each row execute function hold_step()`)
}

interface HeldStep {
  /** Resolves when the control plane waits in the step. */
  reached(): Promise<unknown>
  /** Ends it as if the control plane had never sent it, or had sent it just before it was killed. */
  end(how: 'undone' | 'done'): Promise<void>
}

export const holdStep = async (rows: pg.Pool, step: PaymentStep): Promise<HeldStep> => {
  const holder = await rows.connect()
  await holder.query('select pg_advisory_lock($1)', [LOCK])
  await rows.query('insert into held_step values ($1)', [step])
  const waiting = async () =>
    (await rows.query("select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted", [LOCK]))
      .rows
  return {
    reached: () => until(async () => (await waiting()).length > 0, 60_000),
    async end(how) {
      await rows.query('delete from held_step')
      if (how === 'undone')
        for (const { pid } of await waiting()) await rows.query('select pg_terminate_backend($1)', [pid])
      await holder.query('select pg_advisory_unlock($1)', [LOCK])
      holder.release()
      await until(async () => (await waiting()).length === 0, 60_000)
    },
  }
}

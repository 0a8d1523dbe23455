import { type OutputOfStaff, catalogueFileCalls } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import { failureMessage } from '../../../../http/answer-text.ts';
import { type Answer, done } from '../../../../http/answer.ts';
import type { MarketAdmin } from '../../../../market/port.ts';
import type { StaffCalls } from '../../../../staff/staff-calls.ts';
import type { FileActions } from './actions.ts';
import { writeFile } from './file-form.ts';
import type { PlannedRow } from './plan.ts';

type Wire = OutputOfStaff<typeof catalogueFileCalls.officeCatalogueFile>;

/** Staff calls about files of the catalogue. */
export function registerCatalogueFiles(
  calls: StaffCalls,
  { actions, market }: { readonly actions: FileActions; readonly market: MarketAdmin },
): void {
  const read = async (id: number, language: LanguageCode): Promise<Answer<Wire>> => {
    const planned = await actions.plan(id);
    return planned.ok ? done({ id, rows: planned.data.map((row) => presentRow(row, language)) }) : planned;
  };

  calls.forStaff(catalogueFileCalls.officeExportCatalogue, ({ format }) =>
    done({ name: `fairlot-catalogue.${format}`, text: writeFile(format, market) }),
  );

  calls.forStaff(catalogueFileCalls.officeUploadCatalogue, async ({ format, text }, { language }) => {
    const stored = await actions.upload(format, text);
    return stored.ok ? read(stored.data, language) : stored;
  });

  calls.forStaff(catalogueFileCalls.officeCatalogueFile, ({ id }, { language }) => read(id, language));

  calls.forStaff(catalogueFileCalls.officeApplyCatalogue, ({ id, reason }, { staff }) =>
    actions.apply(id, reason, { id: staff.staff, name: staff.name }),
  );
}

function presentRow(row: PlannedRow, language: LanguageCode): Wire['rows'][number] {
  const { line, kind, name, state } = row;
  return row.state === 'refused'
    ? {
        line,
        kind,
        name,
        state,
        changes: [],
        reason: row.reason,
        message: failureMessage(row.reason, language),
        field: row.field,
      }
    : { line, kind, name, state, changes: [...row.changes], reason: null, message: null, field: null };
}

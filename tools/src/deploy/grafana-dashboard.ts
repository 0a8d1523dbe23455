import type * as schema from '@grafana/schema';
import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type * as timeseries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

/** A type of Grafana as JSON has it: members of string enums are their texts. */
type Json<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Item)[]
    ? Json<Item>[]
    : T extends object
      ? { [Key in keyof T]: Json<T[Key]> }
      : T;

/** Grafana fills in options that a panel leaves out. */
type Partly<T> = T extends readonly unknown[] ? T : T extends object ? { [Key in keyof T]?: Partly<T[Key]> } : T;

/** The data source that the reader of the dashboard chooses. */
interface Source {
  readonly type: 'prometheus';
  readonly uid: '${datasource}';
}

/** A query of Prometheus. Its type is part of the data source's plugin, not of the schema. */
interface Query {
  readonly refId: string;
  readonly datasource: Source;
  readonly expr: string;
  readonly legendFormat: string;
  readonly instant?: boolean;
}

/** Identifiers of units, which the schema has as any text: https://grafana.com/docs/grafana/latest/panels-visualizations/configure-standard-options/ */
type Unit = 'none' | 'ms' | 's' | 'ops' | 'reqps' | 'bytes' | 'currencyUSD';

type Panel<Type extends string, Options, Field> = Json<
  Pick<schema.Panel, 'id' | 'title' | 'description' | 'gridPos'>
> & {
  type: Type;
  datasource: Source;
  options: Partly<Json<Options>>;
  fieldConfig: Json<schema.FieldConfigSource<Partly<Field>>> & { defaults: { unit: Unit } };
  targets: Query[];
};

type Variable = Json<Omit<schema.VariableModel, 'datasource'>> & { datasource?: Source; definition?: string };

/** The dashboard as Grafana's own types describe it, with the panels and data sources that this one uses. */
export type GrafanaDashboard = Json<Omit<schema.Dashboard, 'panels' | 'templating'>> & {
  panels: (
    | Json<schema.RowPanel>
    | Panel<'stat', stat.Options, object>
    | Panel<'timeseries', timeseries.Options, timeseries.FieldConfig>
  )[];
  templating: { list: Variable[] };
};

/** An attribute definition in the form that the service returns. Parents precede their children. */
export interface Attribute {
  id: string;
  /** Ids from the top level down, joined by "/". */
  path: string;
  name: string;
  compositeAttribute: string | null;
  type: { id: string; multiValue: boolean };
  units?: readonly string[] | undefined;
  /** The text that people see instead of the name, by language. */
  labels?: Readonly<Record<string, string>> | undefined;
}

/** A node of the tree: an attribute or a reserved field. */
export interface AttributeNode {
  /** Id of the definition, or name of the reserved field. */
  id: string;
  /** Key of the value in a product or in a row. */
  key: string;
  /** Name of the definition or of the reserved field. At the top level, a unique name can replace the key. */
  name: string;
  typeId: string;
  multiValue: boolean;
  units?: readonly string[] | undefined;
  /** The labels in all languages. */
  labels?: readonly string[];
  /** Children of a composite by key, or undefined if the attribute is not a composite. */
  children: Map<string, AttributeNode> | undefined;
}

const leaf = (key: string, typeId = 'string'): AttributeNode => ({
  id: key,
  key,
  name: key,
  typeId,
  multiValue: false,
  children: undefined,
});

/** Returns the reserved fields in the order of exports. Packaging links are rows, like those of a composite. */
function reservedNodes(): AttributeNode[] {
  const links = [leaf('__ID'), leaf('QUANTITY', 'decimal')];
  const packaging = new Map(links.map((node) => [node.key, node]));
  return [
    ...['__ID', '__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET'].map((key) => leaf(key)),
    { ...leaf('PACKAGING', 'composite'), multiValue: true, children: packaging },
  ];
}

interface Placed {
  id: string;
  node: AttributeNode;
}

/**
 * Finds the composite of a child. The last step of a path is the id of the child, with or without the id of the composite as a prefix. Both
 * ids can contain "/", and composites with different parents can have the same id.
 */
function findParent(byPath: ReadonlyMap<string, Placed>, { path, compositeAttribute }: Attribute): Placed | undefined {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const found = byPath.get(path.slice(0, at));
    if (found !== undefined && found.id === compositeAttribute) return found;
  }
  return undefined;
}

/** Builds the tree of reserved fields and attributes. Products contain attributes by id, and rows contain children by name. */
export function attributeTree(attributes: readonly Attribute[]): Map<string, AttributeNode> {
  const root = new Map(reservedNodes().map((node) => [node.key, node]));
  const byPath = new Map<string, Placed>();
  for (const attribute of attributes) {
    const { id, path, name, compositeAttribute, type, units, labels } = attribute;
    const parent = compositeAttribute === null ? undefined : findParent(byPath, attribute);
    if (compositeAttribute !== null && parent === undefined) throw new Error(`${path} has no parent`);
    const node: AttributeNode = {
      id,
      key: parent === undefined ? id : name,
      name,
      typeId: type.id,
      multiValue: type.multiValue,
      units,
      ...(labels && { labels: Object.values(labels) }),
      children: type.id === 'composite' ? new Map() : undefined,
    };
    byPath.set(path, { id, node });
    (parent?.node.children ?? root).set(node.key, node);
  }
  return root;
}

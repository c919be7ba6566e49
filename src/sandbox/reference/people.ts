/** The parts of seeded accounts. Every person is invented. */
export const firstNames = [
  ...['Ana', 'Andrés', 'Beatriz', 'Bruno', 'Camila', 'Carlos', 'Catalina', 'Daniel', 'Diego'],
  ...['Elena', 'Emilia', 'Esteban', 'Felipe', 'Fernanda', 'Gabriel', 'Gloria', 'Hugo', 'Inés'],
  ...['Isabel', 'Javier', 'João', 'Juan', 'Julia', 'Laura', 'Lucía', 'Luis', 'Manuel', 'María'],
  ...['Mateo', 'Nicolás', 'Olga', 'Pablo', 'Paula', 'Pedro', 'Rafael', 'Rosa', 'Santiago'],
  ...['Sofía', 'Tomás', 'Valentina', 'Verónica', 'Víctor', 'Yolanda'],
];

export const lastNames = [
  ...['Acosta', 'Álvarez', 'Arias', 'Barbosa', 'Benítez', 'Cárdenas', 'Castro', 'Contreras'],
  ...['Correa', 'Cruz', 'Díaz', 'Duarte', 'Espinoza', 'Fernández', 'Ferreira', 'Flores'],
  ...['García', 'Gómez', 'González', 'Herrera', 'Ibáñez', 'Jiménez', 'León', 'López', 'Maldonado'],
  ...['Martínez', 'Medina', 'Mendoza', 'Molina', 'Morales', 'Muñoz', 'Navarro', 'Núñez', 'Ortiz'],
  ...['Peña', 'Pereira', 'Pérez', 'Quintero', 'Ramírez', 'Ramos', 'Ríos', 'Rodríguez', 'Rojas'],
  ...['Salazar', 'Sánchez', 'Silva', 'Soto', 'Souza', 'Torres', 'Vargas', 'Vega', 'Zapata'],
];

export const places = [
  ['Calle 72 # 10-34', 'Bogotá', 'Cundinamarca'],
  ['Carrera 43A # 1-50', 'Medellín', 'Antioquia'],
  ['Av. Providencia 1208', 'Santiago', 'Región Metropolitana'],
  ['Av. Larco 345', 'Lima', 'Lima'],
  ['Av. Insurgentes Sur 1602', 'Ciudad de México', 'CDMX'],
  ['Rua Augusta 1500', 'São Paulo', 'SP'],
  ['Av. Corrientes 1234', 'Buenos Aires', 'CABA'],
  ['Calle de Alcalá 45', 'Madrid', 'Madrid'],
  ['Gran Via 612', 'Barcelona', 'Barcelona'],
  ['350 Fifth Avenue', 'New York', 'NY'],
  ['100 Biscayne Boulevard', 'Miami', 'FL'],
  ['Av. Amazonas N34-451', 'Quito', 'Pichincha'],
] as const;

// The build of the shop.
import Dependencies._

ThisBuild / scalaVersion := "3.4.0"

val catsVersion = "2.10.0"

lazy val root = (project in file("."))
  .aggregate(core, web)
  .settings(publish / skip := true)

lazy val core = project
  .settings(
    name := "core",
    libraryDependencies += "org.typelevel" %% "cats-core" % catsVersion % Test
  )

lazy val web = project.dependsOn(core % "test->test;compile->compile")

def module(id: String) = Project(id, file(id)).settings(commonSettings: _*)

addCommandAlias("ci", "; clean; test")
